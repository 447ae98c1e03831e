import { preparedQuestion } from '../prepared-question.ts';

/** As in `packages/probes/src/net/dns/`. */
export const QUESTIONS_PER_SOCKET = 16;
/** Fewer than Sonde has: more would not fit into the receive buffer of the name server, and be lost. */
export const IN_FLIGHT = 160;

/** All these types of all these names, as `floor.ts` reads them. */
export function floorFile(domains: readonly string[], types: readonly number[]): Buffer {
  const asked = domains.flatMap((domain) => types.map((type) => ({ domain, type })));
  const parts = asked.flatMap(({ domain, type }, index) => {
    const question = preparedQuestion(index % QUESTIONS_PER_SOCKET, domain, type, true);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(question.length);
    return [length, question];
  });
  return Buffer.concat(parts);
}
