import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportData } from '@sonde/contract';
import { createNodeData, createNodeNet, type NodeNet } from '@sonde/probes';
import { runCli } from '../../cli.ts';

/** Makes reports about the domains of the demo, whose servers run in this process. */
export interface DemoReporter {
  /** `change` may replace parts of the network layer. */
  reportOn(target: string, change?: (net: NodeNet) => NodeNet): Promise<ReportData>;
  stop(): Promise<void>;
}

/** The part of the demo's world that a reporter needs. */
export interface DemoWorld {
  readonly anchor: string;
  readonly resolver: string;
  readonly networks: readonly string[];
  readonly whois: string;
  readonly rdapBootstrap: string;
  readonly dnsRoot: { readonly hints: string; readonly anchors: string; readonly port: number } | null;
  stop(): Promise<void>;
}

/** Its `stop` stops the world as well. */
export async function startDemoReporter(world: DemoWorld): Promise<DemoReporter> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-reports-'));
  const { dnsRoot } = world;
  if (dnsRoot === null) throw new Error('the addresses of the name servers are taken');
  const files = { ca: 'root.pem', hints: 'root.hints', anchors: 'root.anchors' };
  await writeFile(join(folder, files.ca), world.anchor);
  await writeFile(join(folder, files.hints), dnsRoot.hints);
  await writeFile(join(folder, files.anchors), dnsRoot.anchors);
  const env = {
    SONDE_RESOLVERS: world.resolver,
    SONDE_ALLOW_NETWORKS: world.networks.join(','),
    SONDE_ALLOW_PORTS: '1-65535',
    SONDE_CA_FILE: join(folder, files.ca),
    SONDE_WHOIS_SERVER: world.whois,
    SONDE_RDAP_BOOTSTRAP: world.rdapBootstrap,
    SONDE_CT_URLS: '',
    SONDE_TLS_BUDGET: 'off',
    SONDE_ROOT_HINTS: join(folder, files.hints),
    SONDE_ROOT_ANCHORS: join(folder, files.anchors),
  };
  return {
    async reportOn(target, change = (net) => net) {
      const lines: string[] = [];
      const errors: string[] = [];
      const { port } = dnsRoot;
      await runCli(['report', target, '--out', 'json'], {
        env,
        ...{ isTerminal: false, isColoured: false, columns: 80, signal: new AbortController().signal },
        openNet: (settings) => change(createNodeNet(settings, { authorities: { port } })),
        openData: createNodeData,
        serve: () => null,
        openBackup: async () => null,
        out: (line) => lines.push(line),
        err: (line) => errors.push(line),
      });
      if (lines.length === 0) throw new Error(errors.join('\n'));
      return JSON.parse(lines.join('\n'));
    },
    async stop() {
      await world.stop();
      await rm(folder, { recursive: true });
    },
  };
}
