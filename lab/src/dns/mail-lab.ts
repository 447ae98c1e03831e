import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onFreePort } from '../processes/free-port.ts';
import { openWorkplace } from '../processes/workplace.ts';
import { dig } from './dns-lab.ts';
import { mailZones } from './mail-zones.ts';

/** The zones of `mail-zones.ts`, served by BIND, which tests use in place of a resolver. */
export interface MailLab {
  /** `ip:port`, UDP and TCP. */
  readonly server: string;
  dig(args: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

export async function startMailLab(): Promise<MailLab> {
  const workplace = await openWorkplace();
  const { directory } = workplace;
  try {
    const zones = { test: parentZone(), ...mailZones };
    await Promise.all(
      Object.entries(zones).map(([name, text]) => writeFile(join(directory, `${name}.zone`), `${header}${text}\n`)),
    );
    const port = await onFreePort(async (free) => {
      const config = join(directory, 'named.conf');
      await writeFile(config, configOf(directory, free, Object.keys(zones)));
      await workplace.start('named', ['-g', '-c', config], /all zones loaded[\s\S]*running/);
      return free;
    });
    const server = `127.0.0.1:${port}`;
    return { server, dig: (args) => dig(server, args), stop: () => workplace.close() };
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

const header = `$TTL 300
@ 300 SOA ns1.test. hostmaster.test. 1 7200 3600 1209600 300
@ 300 NS ns1.test.
`;

const parentZone = () =>
  `ns1 300 A 127.0.0.1\n${Object.keys(mailZones)
    .map((name) => `${name}. 300 NS ns1.test.`)
    .join('\n')}`;

function configOf(directory: string, port: number, zones: readonly string[]): string {
  return `options {
  directory "${directory}";
  listen-on port ${port} { 127.0.0.1; };
  listen-on-v6 { none; };
  pid-file none;
  session-keyfile none;
  recursion no;
  notify no;
  dnssec-validation no;
  check-names primary ignore;
  check-integrity no;
  check-mx-cname ignore;
  check-mx ignore;
  check-spf ignore;
};
controls {};
${zones.map((zone) => `zone "${zone}" { type primary; file "${join(directory, zone)}.zone"; };`).join('\n')}
`;
}
