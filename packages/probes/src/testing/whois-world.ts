import {
  startMaliciousWebServer,
  startWhoisServer,
  type WebServerBehaviour,
  type WhoisBehaviour,
  type WhoisServer,
} from '@sonde/lab';
import { expect } from 'vitest';
import { defaultLimitsOf } from '../limits/target-limits.ts';
import { createNodeNet } from '../net/node-net.ts';
import { translateFailure } from '../run.ts';
import { createWhoisProbe } from '../tools/whois/probe.ts';
import { createRegistryThrottle } from '../tools/whois/registry-throttle.ts';
import { noData } from './no-data.ts';

const owned: (() => unknown)[] = [];
/** Stops everything started here. */
export const stopServers = () => Promise.all(owned.splice(0).map((stop) => stop()));

export async function serve(behaviour: WhoisBehaviour): Promise<WhoisServer> {
  const server = await startWhoisServer(behaviour);
  owned.push(server.stop);
  return server;
}

export async function serveWeb(behaviour: WebServerBehaviour) {
  const server = await startMaliciousWebServer(behaviour);
  owned.push(server.stop);
  return server;
}

interface World {
  /** The root WHOIS server. */
  readonly root: { readonly port: number };
  /** Base URL of an RDAP server. */
  readonly rdap?: string;
  readonly isListed?: boolean;
  readonly allowNetworks?: readonly string[];
}

/** Looks up a domain with these servers, with throttles that do not delay. */
export async function lookUp(world: World, ipOrDomain = 'example.test') {
  const net = createNodeNet({
    resolvers: [{ address: '127.0.0.1', port: 9 }],
    allowNetworks: world.allowNetworks ?? ['127.0.0.0/8'],
    denyTargets: [],
    allowPorts: [],
  });
  owned.push(net.close);
  const registries = {
    ...noData.registries,
    whoisStart: { host: '127.0.0.1', port: world.root.port, isOperators: true as const },
    findRdapServer: async () =>
      world.rdap === undefined ? null : { url: world.rdap, isListed: world.isListed ?? true },
  };
  const probe = createWhoisProbe(createRegistryThrottle({ intervalMs: 0, maxWaitMs: 5000 }));
  const { signal } = new AbortController();
  return probe(
    { ipOrDomain },
    { net, data: { ...noData, registries }, limits: defaultLimitsOf(net), signal, report: () => {} },
  );
}

export const failure = (world: World) =>
  lookUp(world).then(
    () => expect.fail('it was answered'),
    (error: unknown) => translateFailure(error),
  );

export const here = (server: { readonly port: number }) => `127.0.0.1:${server.port}`;
