import { writeSync } from 'node:fs';

const STANDARD_OUTPUT = 1;
/** Lines wait for the end of the turn, and are written together. */
const MAX_WAITING = 1000;

export interface LogStream {
  write(line: string): void;
}

/**
 * Log lines on standard output. What cannot be written, because the disk is full or the reader gone, is lost: a server
 * that cannot log still serves.
 */
export function standardOutput(): LogStream {
  let lines: string[] = [];
  const flush = () => {
    const text = lines.join('');
    lines = [];
    try {
      if (text !== '') writeSync(STANDARD_OUTPUT, text);
    } catch {
      // Nowhere is left to say so.
    }
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (lines.push(line) === 1) setImmediate(flush);
      else if (lines.length >= MAX_WAITING) flush();
    },
  };
}
