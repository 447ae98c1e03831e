import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ToolError } from '@sonde/contract';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@sonde/contract/password';
import { startDeadline } from '@sonde/probes';
import { createHashingSlots } from './hashing-slots.ts';

/** OWASP Password Storage Cheat Sheet, scrypt: 32 MB and three passes; about 180 ms here. */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const;
const MEMORY_BYTES = 64 * 1024 * 1024;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Hashing shares four threads with everything else that the process does off its event loop. */
const AT_ONCE = 2;
const KNOWN_AT_ONCE = 1;
const MAX_WAIT_MS = 5_000;

/** Like Node's scrypt; a test counts the calls. */
export type Derive = (password: string, salt: Buffer, bytes: number, options: ScryptOptions) => Promise<Buffer>;
const deriveByScrypt: Derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export interface Passwords {
  hash(password: string, account: string): Promise<string>;
  /**
   * Compares a password with a hash. Without a hash it takes as long, so that the duration does not reveal whether an
   * account exists. Requests of a browser known to the account (`isKnown`) do not queue behind all others.
   */
  fits(password: string, hash: string | null, account: string, isKnown?: boolean): Promise<boolean>;
}

/** `scrypt$N$r$p$salt$key`: older hashes remain valid after the cost is raised. */
export function createPasswords(derive: Derive = deriveByScrypt): Passwords {
  const keyOf = (password: string, salt: Buffer, cost: Cost) =>
    // The same password, regardless of how the keyboard composed its letters (RFC 8265 section 4.2.2).
    derive(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: MEMORY_BYTES });
  const slots = createHashingSlots({ lookups: AT_ONCE, perTarget: 1 }, MAX_WAIT_MS);
  const slotsOfKnown = createHashingSlots({ lookups: KNOWN_AT_ONCE, perTarget: 1 }, MAX_WAIT_MS);
  const withSlot = <T>(account: string, work: () => Promise<T>, isKnown = false) => {
    const deadline = startDeadline({ timeoutMs: MAX_WAIT_MS * 2, what: 'the wait for a password' }, []);
    return (isKnown ? slotsOfKnown : slots).run(account, deadline.signal, work).finally(deadline.end);
  };
  return {
    hash: (password, account) =>
      withSlot(account, async () => {
        const salt = randomBytes(SALT_BYTES);
        return written(COST, salt, await keyOf(password, salt, COST));
      }),
    fits: (password, hash, account, isKnown) =>
      withSlot(
        account,
        async () => {
          const { cost, salt, key } = read(hash ?? unknownHash);
          const isEqual = timingSafeEqual(await keyOf(password, salt, cost), key);
          return isEqual && hash !== null;
        },
        isKnown,
      ),
  };
}

type Cost = Readonly<Record<'N' | 'r' | 'p', number>>;

const written = ({ N, r, p }: Cost, salt: Buffer, key: Buffer) =>
  ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');

const unknownHash = written(COST, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));

function read(hash: string): { cost: Cost; salt: Buffer; key: Buffer } {
  const [, N, r, p, salt = '', key = ''] = hash.split('$');
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}

/** @throws ToolError `invalid-input`, `weak-password`. */
export function checkNewPassword(password: string): void {
  const { length } = [...password];
  if (length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH) return;
  const message =
    length < MIN_PASSWORD_LENGTH
      ? `The password must have at least ${MIN_PASSWORD_LENGTH} characters.`
      : `The password must have at most ${MAX_PASSWORD_LENGTH} characters.`;
  throw new ToolError('invalid-input', message, { reason: 'weak-password', field: 'password' });
}
