/** The WHATWG global of browsers and Node. This package loads the ambient types of neither. */
declare const atob: (base64: string) => string;

/** One block of a PEM text (RFC 7468). */
export interface PemBlock {
  /** `CERTIFICATE` … */
  readonly label: string;
  /** Null if the text between the lines is not base64. */
  readonly der: Uint8Array | null;
}

const BEGIN = /-----BEGIN ([A-Z0-9 ]{1,40})-----/g;
const MAX_BLOCKS = 100;

/** The blocks of a text, whatever is written around them; lines may have been joined by spaces. */
export function readPemBlocks(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  for (const { 0: begin, 1: label = '', index } of text.matchAll(BEGIN)) {
    if (blocks.length === MAX_BLOCKS) break;
    const start = index + begin.length;
    const end = text.indexOf('-----', start);
    blocks.push({ label, der: end === -1 ? null : decode(text.slice(start, end)) });
  }
  return blocks;
}

function decode(base64: string): Uint8Array | null {
  try {
    const binary = atob(base64.replace(/\s+/g, ''));
    return binary === '' ? null : Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
