import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onFreePort, onFreePorts } from '../processes/free-port.ts';
import { isListening } from '../processes/is-listening.ts';
import { openWorkplace, type Workplace } from '../processes/workplace.ts';
import { startBlocklists } from './blocklist-server.ts';
import { type MailCertificates, makeMailCertificates } from './certificates.ts';
import { policyDomains, startPolicyServer } from './policy-server.ts';
import { writeZones } from './signed-zones.ts';
import { smtpAddresses, startFaultyServers, startOpenSmtpd, startPostfix } from './smtp-servers.ts';
import { worldZones } from './world-zones.ts';

/**
 * Everything that a mail check contacts, by servers of other projects: zones signed from a root of its own (BIND), mail
 * servers (OpenSMTPD, Postfix, and servers with faults), policies (nginx) and blocklists (rbldnsd).
 */
export interface MailWorld {
  /** `ip:port` of the name server, which has all zones and forwards to rbldnsd; it does not validate. */
  readonly server: string;
  /** The port of the authoritative servers. */
  readonly nameServerPort: number;
  /** A temporary directory of this world. */
  readonly directory: string;
  readonly hintsFile: string;
  readonly anchorsFile: string;
  /** PEM of the only trust anchor. */
  readonly caFile: string;
  /** Used in place of ports 25 and 443. */
  readonly smtpPort: number;
  readonly httpsPort: number;
  stop(): Promise<void>;
}

export async function startMailWorld(): Promise<MailWorld> {
  const workplace = await openWorkplace();
  const owned: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    const stopped = await Promise.allSettled(owned.splice(0).map((one) => one.stop()));
    // Last, because the servers write into its folder.
    await workplace.close();
    for (const one of stopped) if (one.status === 'rejected') throw one.reason;
  };
  try {
    const hosts = Object.keys(policyDomains).map((domain) => `mta-sts.${domain}`);
    const certificates = await makeMailCertificates(workplace.directory, hosts);
    const [zones, blocklistPort, policies, smtpPort] = await allStarted([
      writeZones(join(workplace.directory, 'zones'), worldZones(certificates), delegatedLists),
      startBlocklists(workplace),
      startPolicyServer(workplace, certificates).then((server) => {
        owned.push(server);
        return server;
      }),
      startSmtp(workplace, certificates, owned),
    ]);
    const nameServerPort = await startBind(workplace, zones.files, blocklistPort);
    const { hintsFile, anchorsFile } = zones;
    const server = `127.0.0.1:${nameServerPort}`;
    const { caFile } = certificates;
    const { directory } = workplace;
    return {
      server,
      nameServerPort,
      directory,
      hintsFile,
      anchorsFile,
      caFile,
      smtpPort,
      httpsPort: policies.port,
      stop,
    };
  } catch (error) {
    // A folder in which a server still writes cannot be removed; the reason why the world did not start matters more.
    await stop().catch(() => undefined);
    throw error;
  }
}

/** Waits for all of them, so that everything that has started can be stopped, and then fails with the first error. */
async function allStarted<Started extends readonly unknown[]>(
  started: readonly [...{ [Index in keyof Started]: Promise<Started[Index]> }],
): Promise<Started> {
  await Promise.allSettled(started);
  return (await Promise.all(started)) as unknown as Started;
}

const delegatedLists = 'rbl. NS ns.rbl.\nns.rbl. A 127.0.0.1\n';

async function startSmtp(
  workplace: Workplace,
  certificates: MailCertificates,
  owned: { stop(): Promise<void> }[],
): Promise<number> {
  return onFreePorts(1, async ([port]) => {
    owned.push(await startFaultyServers(port));
    await allStarted([startOpenSmtpd(workplace, certificates, port), startPostfix(workplace, certificates, port)]);
    const { hanging, tarpit, garbage, closing, refusing, closed, ...programs } = smtpAddresses;
    for (const address of Object.values(programs)) await untilListening(address, port);
    return port;
  });
}

async function untilListening(address: string, port: number): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (await isListening(port, address)) return;
    await pause(50);
  }
  throw new Error(`nobody listens at ${address}:${port}`);
}

/** Authoritative for all zones, and a resolver for the blocklists alone: no other zone has servers to query. */
function startBind(
  workplace: Workplace,
  files: Readonly<Record<string, string>>,
  blocklistPort: number,
): Promise<number> {
  return onFreePort(async (port) => {
    const config = join(workplace.directory, 'named.conf');
    await writeFile(
      config,
      `options {
  directory "${workplace.directory}";
  listen-on port ${port} { 127.0.0.1; };
  listen-on-v6 { none; };
  pid-file none;
  session-keyfile none;
  recursion yes;
  empty-zones-enable no;
  notify no;
  dnssec-validation no;
  check-names primary ignore;
  check-integrity no;
};
controls {};
zone "rbl" { type forward; forward only; forwarders { 127.0.0.1 port ${blocklistPort}; }; };
${Object.entries(files)
  .map(([zone, file]) => `zone "${zone}" { type primary; file "${file}"; };`)
  .join('\n')}
`,
    );
    await workplace.start('named', ['-g', '-c', config], /all zones loaded[\s\S]*running/);
    return port;
  });
}
