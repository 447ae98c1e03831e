import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportData } from '@sonde/contract';
import { createNodeData, createNodeNet, type NodeNet } from '@sonde/probes';
import { unspaceRegistries } from '@sonde/probes/testing/unspaced-registries';
import { runCli } from '../../cli.ts';
import { type DemoWorld, demoVariables } from '../../testing/demo-command.ts';

/** Makes reports about the domains of the demo, whose servers run in this process. */
export interface DemoReporter {
  /** `change` may replace parts of the network layer. */
  reportOn(target: string, change?: (net: NodeNet) => NodeNet): Promise<ReportData>;
  stop(): Promise<void>;
}

/** The part of the demo's world that a reporter needs. */
export interface ReportedWorld extends DemoWorld {
  readonly dnsRoot: { readonly hints: string; readonly anchors: string; readonly port: number } | null;
}

/** Its `stop` stops the world as well. */
export async function startDemoReporter(world: ReportedWorld): Promise<DemoReporter> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-reports-'));
  const { dnsRoot } = world;
  if (dnsRoot === null) throw new Error('the addresses of the name servers are taken');
  const files = { hints: 'root.hints', anchors: 'root.anchors' };
  await writeFile(join(folder, files.hints), dnsRoot.hints);
  await writeFile(join(folder, files.anchors), dnsRoot.anchors);
  const env = {
    ...(await demoVariables(world, folder)),
    SONDE_ROOT_HINTS: join(folder, files.hints),
    SONDE_ROOT_ANCHORS: join(folder, files.anchors),
  };
  const spaceRegistries = await unspaceRegistries();
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
        openPlaces: async () => null,
        out: (line) => lines.push(line),
        err: (line) => errors.push(line),
      });
      if (lines.length === 0) throw new Error(errors.join('\n'));
      return JSON.parse(lines.join('\n'));
    },
    async stop() {
      await spaceRegistries();
      await world.stop();
      await rm(folder, { recursive: true });
    },
  };
}
