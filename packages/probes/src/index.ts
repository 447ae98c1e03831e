export * from './net/net.ts';
export * from './net/node-net.ts';
export * from './net/settings.ts';
export * from './probe.ts';
export * from './run.ts';
export * from './tools/index.ts';
