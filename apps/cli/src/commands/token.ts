import { createHash, randomBytes } from 'node:crypto';
import { TOKEN_PREFIX } from '@sonde/contract/tokens';
import type { CliContext } from '../cli-context.ts';
import { EXIT } from '../exit-status.ts';
import { generalOptions } from '../input/option.ts';
import { defineCommand, printingStatuses } from './command.ts';

const TOKEN_BYTES = 32;

export const tokenCommand = defineCommand<string>({
  name: 'token',
  summary: 'Create a token for the API of a server, and print its entry for SONDE_API_TOKENS',
  words: 'NAME',
  details: [
    [
      'NAME:',
      [
        'Name of the token’s user: letters, digits, dots, hyphens and underscores.',
        'The server stores only its hash, as an item of SONDE_API_TOKENS. The token is shown only once.',
      ],
    ],
  ],
  options: [{ heading: 'Options:', options: generalOptions }],
  statuses: printingStatuses,
  examples: ['sonde token ci'],
  offered: () => [],
  read({ words: [name, ...rest] }) {
    if (name !== undefined && rest.length === 0 && /^[\w.-]{1,60}$/.test(name)) return { asked: name };
    return { problem: 'token takes one name, of letters, digits, dots, hyphens and underscores.' };
  },
  run: makeToken,
});

function makeToken(name: string, { out, err }: CliContext): number {
  const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
  out(`token: ${token}`);
  out(`SONDE_API_TOKENS=${name}:${createHash('sha256').update(token).digest('hex')}`);
  err('sonde: The token is shown only once. The server stores only its hash.');
  return EXIT.answer;
}
