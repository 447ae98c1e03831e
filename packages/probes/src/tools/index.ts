import type { ToolId, Tools } from '@sonde/contract';
import type { Probe } from '../probe.ts';
import { probeDns } from './dns/probe.ts';

/** Every tool's engine; a tool without one does not compile. */
export const probes = { dns: probeDns } satisfies { [Id in ToolId]: Probe<Tools[Id]> };
