import type { AnyTool } from '../tool.ts';
import { delegation } from './delegation/contract.ts';
import { dns } from './dns/contract.ts';
import { geo } from './geo/contract.ts';
import { mac } from './mac/contract.ts';
import { mail } from './mail/contract.ts';
import { ping } from './ping/contract.ts';
import { ssl } from './ssl/contract.ts';
import { subdomain } from './subdomain/contract.ts';
import { traceroute } from './traceroute/contract.ts';
import { web } from './web/contract.ts';
import { whois } from './whois/contract.ts';

/** The single list of tools, from which routes, commands, documentation and rate-limit costs are derived. */
export const tools = {
  geo,
  ssl,
  whois,
  dns,
  subdomain,
  ping,
  mac,
  delegation,
  traceroute,
  mail,
  web,
} as const satisfies Record<string, AnyTool>;

export type Tools = typeof tools;
export type ToolId = keyof Tools;
