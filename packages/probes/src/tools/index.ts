import type { ToolId, Tools } from '@sonde/contract';
import type { AnyCallHandler } from '../call-handler.ts';
import type { DataUpdate } from '../data/data.ts';
import type { Probe } from '../probe.ts';
import { probeDelegation } from './delegation/probe.ts';
import { probeDns } from './dns/probe.ts';
import { probeGeo } from './geo/probe.ts';
import { macCalls } from './mac/calls.ts';
import { probeMac } from './mac/probe.ts';
import { updateMacRegistry } from './mac/registry.ts';
import { probeMail } from './mail/probe.ts';
import { probePing } from './ping/probe.ts';
import { probeSsl } from './ssl/probe.ts';
import { probeSubdomain } from './subdomain/probe.ts';
import { probeTraceroute } from './traceroute/probe.ts';
import { probeWhois } from './whois/probe.ts';

/** Every tool's engine; a tool without one does not compile. */
export const probes = {
  geo: probeGeo,
  whois: probeWhois,
  dns: probeDns,
  ssl: probeSsl,
  subdomain: probeSubdomain,
  ping: probePing,
  mac: probeMac,
  delegation: probeDelegation,
  traceroute: probeTraceroute,
  mail: probeMail,
} satisfies { [Id in ToolId]: Probe<Tools[Id]> };

/** What answers the calls of a tool beside its lookup, by their ids. */
export const callHandlers: { readonly [Id in ToolId]?: Readonly<Record<string, AnyCallHandler>> } = { mac: macCalls };

/** The tools with data that an operator can renew. */
export const dataUpdates: { readonly [Id in ToolId]?: DataUpdate } = { mac: updateMacRegistry };
