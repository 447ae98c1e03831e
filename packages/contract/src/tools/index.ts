import type { AnyTool } from '../tool.ts';
import { delegation } from './delegation.ts';
import { dns } from './dns.ts';
import { geo } from './geo.ts';
import { mac } from './mac.ts';
import { mail } from './mail.ts';
import { ping } from './ping.ts';
import { ssl } from './ssl.ts';
import { subdomain } from './subdomain.ts';
import { traceroute } from './traceroute.ts';
import { whois } from './whois.ts';

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
} as const satisfies Record<string, AnyTool>;

export type Tools = typeof tools;
export type ToolId = keyof Tools;
