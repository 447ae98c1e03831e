import type { AnyToolModule, ToolModule } from '../tool-module.ts';
import { delegationModule } from './delegation/index.ts';
import { dnsModule } from './dns/index.ts';
import { geoModule } from './geo/index.ts';
import type { ToolId, Tools } from './index.ts';
import { macModule } from './mac/index.ts';
import { mailModule } from './mail/index.ts';
import { pingModule } from './ping/index.ts';
import { sslModule } from './ssl/index.ts';
import { subdomainModule } from './subdomain/index.ts';
import { tracerouteModule } from './traceroute/index.ts';
import { webModule } from './web/index.ts';
import { whoisModule } from './whois/index.ts';

/** Every tool with its findings, facts and tables: the list behind all that is done with any answer. */
const modules: { readonly [Id in ToolId]: ToolModule<Tools[Id]> } = {
  geo: geoModule,
  ssl: sslModule,
  whois: whoisModule,
  dns: dnsModule,
  subdomain: subdomainModule,
  ping: pingModule,
  mac: macModule,
  delegation: delegationModule,
  traceroute: tracerouteModule,
  mail: mailModule,
  web: webModule,
};

export const toolModules: readonly AnyToolModule[] = Object.values(modules);

export function isToolId(id: string): id is ToolId {
  return Object.hasOwn(modules, id);
}

/** The module of any tool, as one that takes the answer of any tool; null for an id that is none, such as `report`. */
export function moduleOf(id: string): AnyToolModule | null {
  return isToolId(id) ? modules[id] : null;
}
