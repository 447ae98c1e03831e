import { randomBytes, randomInt } from 'node:crypto';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const MAX_ATTEMPTS = 20;

/** The name's own label, the first of the prefix. */
export function labelOf(prefix: string): string {
  return prefix.split('.', 1)[0] ?? prefix;
}

/** Length and character classes of a label: what a pattern of a wildcard may match. */
export function shapeOf(label: string): string {
  return `${label.length}${/[a-z]/.test(label) ? 'a' : ''}${/\d/.test(label) ? '0' : ''}${/[^a-z\d]/.test(label) ? '-' : ''}`;
}

/**
 * Labels that nobody has made, shaped as these are: a random letter for each letter, a random digit for each digit. Short
 * ones may be fewer than `count`, since there are not as many.
 */
export function labelsLike(models: readonly string[], count: number): string[] {
  const known = new Set(models);
  const made = new Set<string>();
  for (let attempt = 0; made.size < count && attempt < count + MAX_ATTEMPTS; attempt += 1) {
    const model = models[attempt % models.length] ?? '';
    const label = model.replace(/[a-z]/g, () => oneOf(letters)).replace(/\d/g, () => oneOf(digits));
    if (!known.has(label)) made.add(label);
  }
  return [...made];
}

/** Labels that nobody has made, of two lengths: some wildcards go by patterns. */
export function randomLabels(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const length = index % 4 === 3 ? 8 : 12;
    return `z${randomBytes(16).toString('hex').slice(0, length)}`;
  });
}

function oneOf(characters: string): string {
  return characters[randomInt(characters.length)] ?? '';
}
