import { createHash, randomInt } from 'node:crypto';

/** Crockford's Base32: without I, L, O and U, which are mistaken for other characters. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 10;
/** How long a code can be used. */
export const JOIN_CODE_MS = 15 * 60 * 1000;

/** A code with 50 bits of chance, such as `K7Q4M-2XJ9T`. */
export function createJoinCode(): string {
  const characters = Array.from({ length: CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return [characters.slice(0, CHARACTERS / 2).join(''), characters.slice(CHARACTERS / 2).join('')].join('-');
}

/** What is stored of a code, however it was typed; null if it cannot be a code. */
export function hashOfJoinCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (code.length !== CHARACTERS || [...code].some((one) => !ALPHABET.includes(one))) return null;
  return createHash('sha256').update(code).digest('hex');
}
