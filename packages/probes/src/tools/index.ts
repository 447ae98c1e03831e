import type { ToolId, Tools } from '@sonde/contract';
import type { AnyCallHandler } from '../call-handler.ts';
import type { DataUpdate } from '../data/data.ts';
import type { Probe } from '../probe.ts';
import { macCalls } from './mac/calls.ts';
import { updateMacRegistry } from './mac/registry.ts';

/**
 * Every tool's engine; a tool without one does not compile. Each is loaded when it is first asked: the command line starts
 * with the one that it needs.
 */
export const probes = {
  geo: async () => (await import('./geo/probe.ts')).probeGeo,
  whois: async () => (await import('./whois/probe.ts')).probeWhois,
  dns: async () => (await import('./dns/probe.ts')).probeDns,
  ssl: async () => (await import('./ssl/probe.ts')).probeSsl,
  subdomain: async () => (await import('./subdomain/probe.ts')).probeSubdomain,
  ping: async () => (await import('./ping/probe.ts')).probePing,
  mac: async () => (await import('./mac/probe.ts')).probeMac,
  delegation: async () => (await import('./delegation/probe.ts')).probeDelegation,
  traceroute: async () => (await import('./traceroute/probe.ts')).probeTraceroute,
  mail: async () => (await import('./mail/probe.ts')).probeMail,
} satisfies { [Id in ToolId]: () => Promise<Probe<Tools[Id]>> };

/** What answers the calls of a tool beside its lookup, by their ids. */
export const callHandlers: { readonly [Id in ToolId]?: Readonly<Record<string, AnyCallHandler>> } = { mac: macCalls };

/** The tools with data that an operator can renew. */
export const dataUpdates: { readonly [Id in ToolId]?: DataUpdate } = { mac: updateMacRegistry };
