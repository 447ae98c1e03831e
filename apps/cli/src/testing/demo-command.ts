import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuiltCommand, buildCommand } from './built-command.ts';

/** The part of the demo's world that the command needs. */
export interface DemoWorld {
  readonly anchor: string;
  readonly resolver: string;
  readonly networks: readonly string[];
  readonly whois: string;
  readonly rdapBootstrap: string;
  stop(): Promise<void>;
}

/** Variables with which the product looks at the servers of the demo; writes their root certificate into `folder`. */
export async function demoVariables(world: DemoWorld, folder: string): Promise<Readonly<Record<string, string>>> {
  const caFile = join(folder, 'root.pem');
  await writeFile(caFile, world.anchor);
  return {
    SONDE_RESOLVERS: world.resolver,
    SONDE_ALLOW_NETWORKS: world.networks.join(','),
    SONDE_ALLOW_PORTS: '1-65535',
    SONDE_CA_FILE: caFile,
    SONDE_WHOIS_SERVER: world.whois,
    SONDE_RDAP_BOOTSTRAP: world.rdapBootstrap,
    SONDE_CT_URLS: '',
    SONDE_TLS_BUDGET: 'off',
  };
}

/** The built command, and the variables with which it looks at the servers of the demo. Its `stop` stops them as well. */
export interface DemoCommand {
  readonly command: BuiltCommand;
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export async function startDemoCommand(world: DemoWorld): Promise<DemoCommand> {
  const command = await buildCommand();
  return {
    command,
    env: { SONDE_DATA_DIR: command.folder, ...(await demoVariables(world, command.folder)) },
    async stop() {
      await world.stop();
      await command.remove();
    },
  };
}
