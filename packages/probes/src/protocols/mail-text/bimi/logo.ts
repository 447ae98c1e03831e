/** Elements that the profile SVG Tiny PS excludes: scripts, external content, and other media. */
const forbidden = [
  'script',
  'image',
  'foreignObject',
  'iframe',
  'audio',
  'video',
  'animate',
  'animateTransform',
  'animateMotion',
  'set',
  'a',
];

/**
 * Violations of the profile SVG Tiny PS (draft-svg-tiny-ps-abrotman) in an SVG, as far as its text shows: root, title,
 * scripts, and external content. Empty if none were found.
 */
export function logoProblems(text: string): string[] {
  const plain = text.replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  const root = tagAt(plain, /<svg(?=[\s>/])/);
  if (root === null) return ['it has no root svg'];
  const problems: string[] = [];
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']{0,100})["']`).exec(root)?.[1] ?? null;
  if (attribute('baseProfile') !== 'tiny-ps') problems.push('its baseProfile is not tiny-ps');
  if (attribute('version') !== '1.2') problems.push('its version is not 1.2');
  if (attribute('x') !== null || attribute('y') !== null) problems.push('its root has a position');
  if (!/<title[\s>]/.test(plain)) problems.push('it has no title');
  for (const name of forbidden) {
    if (new RegExp(`<(?:[\\w-]{1,20}:)?${name}[\\s/>]`).test(plain)) problems.push(`it has the element ${name}`);
  }
  if (/<!(?:DOCTYPE|ENTITY)/i.test(plain)) problems.push('it has a document type or entities');
  if (/\son[a-z]{3,20}\s*=/i.test(plain)) problems.push('it has an event handler');
  if (/(?:href|src)\s*=\s*["'](?!#)/i.test(plain)) problems.push('it refers to external content');
  return problems;
}

function tagAt(text: string, start: RegExp): string | null {
  const at = start.exec(text)?.index;
  if (at === undefined) return null;
  const end = text.indexOf('>', at);
  return end === -1 ? null : text.slice(at, end);
}
