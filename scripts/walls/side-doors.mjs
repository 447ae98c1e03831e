import { readFileSync } from 'node:fs';
import { DOORS, TESTS } from './rules.mjs';

const WAYS_OUT = 'fetch|WebSocket|EventSource|XMLHttpRequest|WebTransport|RTCPeerConnection';
/** Ways to the network that are no import and that the lint rule on global names does not see. */
const SIDE_DOORS = new RegExp(
  [
    `\\b(?:globalThis|global|window|self)\\s*(?:\\?\\.|\\.|(?=\\[))\\s*(?:\\[\\s*['"])?(?:${WAYS_OUT})\\b`,
    `\\b(?:${WAYS_OUT})\\b[^;=]*\\}\\s*=\\s*(?:globalThis|global|window|self)\\b`,
    '\\bsendBeacon\\b|\\bgetBuiltinModule\\b|\\bcreateRequire\\b|\\bprocess\\.binding\\b',
  ].join('|'),
);

const COMMENT =
  'This reaches the network, or a Node module, around every rule on imports. Use the Net interface, or ask.ts in the web.';

/** Every such way in the shipped ones of `files`, in the form of a breach of one-door-to-the-network. */
export function findSideDoors(root, files) {
  const isOpen = [TESTS, ...DOORS, '^apps/web/src/browser/api/ask\\.ts$'].map((pattern) => new RegExp(pattern));
  return files
    .filter((file) => /^(packages|apps)\/[^/]+\/src\//.test(file) && !isOpen.some((pattern) => pattern.test(file)))
    .flatMap((from) => {
      const found = SIDE_DOORS.exec(readFileSync(`${root}/${from}`, 'utf8'));
      return found === null ? [] : [{ rule: 'one-door-to-the-network', from, to: found[0], comment: COMMENT }];
    });
}
