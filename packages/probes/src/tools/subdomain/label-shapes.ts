import { randomBytes, randomInt } from 'node:crypto';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const MAX_ATTEMPTS = 20;

/** The first label of a prefix. */
export function labelOf(prefix: string): string {
  return prefix.split('.', 1)[0] ?? prefix;
}

/** Length and character classes of a label, which the pattern of a wildcard may match. */
export function shapeOf(label: string): string {
  return `${label.length}${/[a-z]/.test(label) ? 'a' : ''}${/\d/.test(label) ? '0' : ''}${/[^a-z\d]/.test(label) ? '-' : ''}`;
}

/**
 * Random labels in the shape of the models: a random letter for each letter, a random digit for each digit. Returns fewer
 * than `count` for short models, which have fewer variants.
 */
export function labelsLike(models: readonly string[], count: number): string[] {
  const known = new Set(models);
  const made = new Set<string>();
  for (let attempt = 0; made.size < count && attempt < count + MAX_ATTEMPTS; attempt += 1) {
    const model = models[attempt % models.length] ?? '';
    const label = model.replace(/[a-z]/g, () => randomOf(letters)).replace(/\d/g, () => randomOf(digits));
    if (!known.has(label)) made.add(label);
  }
  return [...made];
}

/** Random labels, of two lengths since some wildcards match patterns, that should not exist. */
export function randomLabels(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const length = index % 4 === 3 ? 8 : 12;
    return `z${randomBytes(16).toString('hex').slice(0, length)}`;
  });
}

function randomOf(characters: string): string {
  return characters[randomInt(characters.length)] ?? '';
}
