import { readFileSync } from 'node:fs';
import { SOCKET_FILES, TESTS } from './rules.mjs';

const NETWORK_GLOBALS = 'fetch|WebSocket|EventSource|XMLHttpRequest|WebTransport|RTCPeerConnection';
/** Ways to access the network without an import that the lint rule on global names does not detect. */
const HIDDEN_ACCESS = new RegExp(
  [
    `\\b(?:globalThis|global|window|self)\\s*(?:\\?\\.|\\.|(?=\\[))\\s*(?:\\[\\s*['"])?(?:${NETWORK_GLOBALS})\\b`,
    `\\b(?:${NETWORK_GLOBALS})\\b[^;=]*\\}\\s*=\\s*(?:globalThis|global|window|self)\\b`,
    '\\bsendBeacon\\b|\\bgetBuiltinModule\\b|\\bcreateRequire\\b|\\bprocess\\.binding\\b',
  ].join('|'),
);

const COMMENT =
  'This reaches the network, or a Node module, around every rule on imports. Use the Net interface, or ask.ts in the web.';

/** Every such access in the shipped ones of `files`, as a violation of sockets-in-the-network-layer-only. */
export function findHiddenNetworkAccess(root, files) {
  const isOpen = [TESTS, ...SOCKET_FILES, '^apps/web/src/browser/api/ask\\.ts$'].map((pattern) => new RegExp(pattern));
  return files
    .filter((file) => /^(packages|apps)\/[^/]+\/src\//.test(file) && !isOpen.some((pattern) => pattern.test(file)))
    .flatMap((from) => {
      const found = HIDDEN_ACCESS.exec(readFileSync(`${root}/${from}`, 'utf8'));
      return found === null
        ? []
        : [{ rule: 'sockets-in-the-network-layer-only', from, to: found[0], comment: COMMENT }];
    });
}
