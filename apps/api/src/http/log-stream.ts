import { writeSync } from 'node:fs';

const STANDARD_OUTPUT = 1;
/** How long lines are collected before they are written together. */
const WRITE_AFTER_MS = 20;
const MAX_WAITING = 200;

export interface LogStream {
  write(line: string): void;
}

/**
 * Writes log lines to standard output. Lines that cannot be written, because the disk is full or the reader is gone, are
 * dropped: the server goes on without its log.
 */
export function standardOutput(): LogStream {
  let lines: string[] = [];
  let isDue = false;
  const flush = () => {
    const text = lines.join('');
    lines = [];
    try {
      if (text !== '') writeSync(STANDARD_OUTPUT, text);
    } catch {
      // There is nowhere left to report it.
    }
  };
  const flushLater = () => {
    isDue = true;
    setTimeout(() => {
      isDue = false;
      flush();
    }, WRITE_AFTER_MS).unref();
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (lines.push(line) >= MAX_WAITING) flush();
      else if (!isDue) flushLater();
    },
  };
}
