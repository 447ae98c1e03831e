import { createHash, randomBytes } from 'node:crypto';
import { TOKEN_PREFIX } from '@sonde/contract/tokens';
import { check } from './check/check.ts';
import type { CliContext } from './cli-context.ts';
import { EXIT } from './exit-status.ts';
import { serveMcp } from './mcp/serve-mcp.ts';
import { printable } from './print/printable.ts';

type Program = (args: readonly string[], context: CliContext) => Promise<number> | number;

/** Commands with options of their own. */
export const programs: ReadonlyMap<string, Program> = new Map<string, Program>([
  ['check', check],
  ['mcp', serveMcp],
  ['token', makeToken],
]);

const TOKEN_BYTES = 32;

/** `sonde token NAME`: a new token, and the item of SONDE_API_TOKENS that lets a server know it. */
function makeToken([name, ...rest]: readonly string[], { out, err }: CliContext): number {
  if (name === undefined || rest.length > 0 || !/^[\w.-]{1,60}$/.test(name)) {
    err(`sonde: ${printable('token takes one name, of letters, digits, dots, hyphens and underscores.')}`);
    return EXIT.usage;
  }
  const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
  out(`token: ${token}`);
  out(`SONDE_API_TOKENS=${name}:${createHash('sha256').update(token).digest('hex')}`);
  err('sonde: The token is shown this once. The server knows its hash alone.');
  return EXIT.answer;
}
