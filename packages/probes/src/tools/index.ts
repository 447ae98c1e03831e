import type { ToolId, Tools } from '@sonde/contract';
import type { AnyCallHandler } from '../call-handler.ts';
import type { Probe } from '../probe.ts';
import { macCalls } from './mac/calls.ts';

/**
 * Every tool's probe; a tool without one does not compile. Each is loaded at its first use: the command line loads only the
 * one that it needs.
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
  web: async () => (await import('./web/probe.ts')).probeWeb,
} satisfies { [Id in ToolId]: () => Promise<Probe<Tools[Id]>> };

/** Handlers for the calls of a tool besides its lookup, by id. */
export const callHandlers: { readonly [Id in ToolId]?: Readonly<Record<string, AnyCallHandler>> } = { mac: macCalls };
