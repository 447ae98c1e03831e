import { onTestFinished } from 'vitest';
import { createStage, replyTo } from './scripted-dns-server.ts';

/** Names with one mail server each, whose name a test changes. */
export interface MailNames {
  /** `ip:port` of their name server. */
  readonly server: string;
  /** From now on the MX record of the names that begin with this label leads to `mail-NUMBER`. */
  change(label: string, number: number): void;
  /** The same for all other names. */
  changeAll(number: number): void;
  /** How often MX records were asked for. */
  asked(): number;
}

const MX = 15;
/** RFC 1035 section 4.1: octets of the header, and of the type and class of a question. */
const [HEADER, TYPE_AND_CLASS] = [12, 4];
/** The counts of answers, authorities and additional records begin there. */
const COUNTS_AT = 6;

export async function serveMailNames(): Promise<MailNames> {
  const numbers = new Map<string, number>();
  let [ofOthers, asked] = [0, 0];
  const stage = createStage();
  onTestFinished(stage.clear);
  const { port } = await stage.serve({
    udp({ bytes, reply }) {
      const nameEnd = bytes.indexOf(0, HEADER) + 1;
      const type = (bytes[nameEnd] ?? 0) * 256 + (bytes[nameEnd + 1] ?? 0);
      const label = Buffer.from(bytes.subarray(HEADER + 1, HEADER + 1 + (bytes[HEADER] ?? 0))).toString();
      const empty = replyTo(bytes, { rcode: 0 });
      if (type !== MX) return reply(empty);
      asked += 1;
      const message = Buffer.concat([
        Buffer.from(empty).subarray(0, nameEnd + TYPE_AND_CLASS),
        mailRecord(numbers.get(label) ?? ofOthers),
      ]);
      message.set([0, 1, 0, 0, 0, 0], COUNTS_AT);
      reply(message);
    },
  });
  return {
    server: `127.0.0.1:${port}`,
    change: (label, number) => void numbers.set(label, number),
    changeAll(number) {
      ofOthers = number;
    },
    asked: () => asked,
  };
}

/** An MX record of the name in question with a TTL of 0 (RFC 1035 sections 3.2.1, 3.3.9 and 4.1.4). */
function mailRecord(number: number): Uint8Array {
  const label = Buffer.from(`mail-${number}`);
  const data = Buffer.concat([Buffer.from([0, 10, label.length]), label, Buffer.from([0])]);
  return Buffer.concat([Buffer.from([0xc0, HEADER, 0, MX, 0, 1, 0, 0, 0, 0, 0, data.length]), data]);
}
