import { WRONG_USAGE } from '../exit-status.ts';
import type { Arguments } from '../input/arguments.ts';
import { generalOptions, option } from '../input/option.ts';
import type { VerifyCall } from '../verify/verify.ts';
import { defineCommand, type Read } from './command.ts';

const keysOption = {
  ...option(
    'keys',
    'text',
    'FILE-OR-URL',
    'Public keys of the site that signed the result: a file, or the URL of its /.well-known/sonde-keys.json.',
  ),
  isFile: true as const,
};

export const verifyCommand = defineCommand<VerifyCall>({
  name: 'verify',
  summary: 'Verify the signature of a kept result, without the server that keeps it',
  words: 'FILE --keys FILE-OR-URL',
  details: [['FILE:', ['The kept result, as downloaded from /r/<id>.json of a server.']]],
  options: [{ heading: 'Options:', options: [keysOption, ...generalOptions] }],
  statuses: [
    ['0', 'the signature is valid'],
    ['1', 'the signature is not valid or could not be checked; standard error says why'],
    WRONG_USAGE,
  ],
  examples: ['sonde verify result.json --keys https://sonde.example.com/.well-known/sonde-keys.json'],
  offered: () => 'files',
  read: readVerify,
  run: async (asked, context) => (await import('../verify/run-verify.ts')).runVerify(asked, context),
});

function readVerify({ words: [file, ...rest], values }: Arguments): Read<VerifyCall> {
  if (file === undefined || rest.length > 0) {
    return { problem: 'verify takes one file: the JSON of a kept result.' };
  }
  const keys = values.get('keys');
  if (keys === undefined || keys === '') {
    return { problem: 'verify needs --keys: a file, or a URL such as https://SITE/.well-known/sonde-keys.json.' };
  }
  return { asked: { file, keys } };
}
