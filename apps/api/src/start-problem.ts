import type { ListenAddress } from './config.ts';

/** Why the server cannot start: one sentence per line, for the operator. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

/** The variable that sets the address of a listener. */
export type ListenVariable = 'HOST' | 'SONDE_METRICS';

/** Explains a failure to listen by its system error code; null for an error of another kind. */
export function listenProblem(error: unknown, listen: ListenAddress, variable: ListenVariable): StartProblem | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const sentence = 'path' in listen ? socketSentence(code, listen.path) : portSentence(code, listen, variable);
  return sentence === null ? null : new StartProblem(sentence, { cause: error });
}

function portSentence(
  code: string,
  { host, port }: { host: string; port: number },
  variable: ListenVariable,
): string | null {
  const portVariable = variable === 'HOST' ? 'PORT' : variable;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: set ${portVariable} to another one.`;
    case 'EACCES':
      return `This user may not listen on port ${port}: set ${portVariable} to 1024 or above.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine has no address ${host}: set ${variable} to one it has.`;
    default:
      return null;
  }
}

function socketSentence(code: string, path: string): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Socket ${path} is taken: set HOST to another path, or remove the file if nothing listens there.`;
    // libuv reports EACCES for a missing folder as well.
    case 'EACCES':
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EPERM':
    case 'EROFS':
      return `Socket ${path} cannot be created: its folder does not exist, or this user may not write there.`;
    case 'EINVAL':
    case 'ENAMETOOLONG':
      return `Socket ${path} cannot be created: the path is too long.`;
    default:
      return null;
  }
}
