import { request as askPlain, type IncomingMessage } from 'node:http';
import { request as askEncrypted } from 'node:https';

/**
 * Posts JSON to a server that the operator of this machine has named, and returns the answer once its head is here. The guard is for targets
 * of lookups, which others name. Without `fetch`, which takes a fifth of all memory of an agent for as long as it runs, however often it
 * is called. Redirects are not followed, and nothing is decompressed.
 * @throws Error of the system; the reason of the signal as its cause.
 */
export function postToOwn(address: URL, json: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  const ask = address.protocol === 'https:' ? askEncrypted : askPlain;
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) };
  return new Promise<IncomingMessage>((resolve, reject) => {
    ask(address, { method: 'POST', agent: false, headers, signal }, resolve).on('error', reject).end(json);
  });
}
