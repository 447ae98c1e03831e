import type { Evidence } from '@sonde/contract/evidence/evidence';
import { type LinkedSignal, linkSignals } from '../../async/signals.ts';
import type { Net } from '../net.ts';
import { recordedTrace } from './recorded-trace.ts';
import { createRecorder, type RecordingLimits, recordingLimits } from './recorder.ts';
import { attachTap } from './wire-tap.ts';

/** The network layer for one lookup, which is recorded. */
export interface Recording {
  readonly net: Net;
  /** Ends the recording and gives what was sent and received. */
  finish(): Evidence;
}

/**
 * Wraps the network layer so that what one lookup sends and receives through it is kept, within limits. Lookups that use
 * `net` itself are not recorded, and cost what they cost before.
 */
export function recording(net: Net, limits: RecordingLimits = recordingLimits): Recording {
  const recorder = createRecorder(limits);
  const links = new Map<AbortSignal, LinkedSignal>();
  /** A signal of our own: others may use the one that was given for what is not recorded. */
  const tapped = (signal: AbortSignal): AbortSignal => {
    const known = links.get(signal);
    if (known !== undefined) return known.signal;
    const link = linkSignals([signal]);
    attachTap(link.signal, recorder);
    links.set(signal, link);
    return link.signal;
  };
  return {
    net: {
      ask: (question, signal) => net.ask(question, tapped(signal)),
      askAt: (address, question, signal) => net.askAt(address, question, tapped(signal)),
      openServer: async (target, signal) => {
        const server = await net.openServer(target, tapped(signal));
        return { ...server, ask: (question, asking) => server.ask(question, tapped(asking)) };
      },
      askMany: (question, signal) => net.askMany(question, tapped(signal)),
      keepAllowed: (addresses) => net.keepAllowed(addresses),
      checkHost: (host) => net.checkHost(host),
      resolve: (host, signal) => net.resolve(host, tapped(signal)),
      connect: (target, connectLimits, signal) => net.connect(target, connectLimits, tapped(signal)),
      trustAnchors: () => net.trustAnchors(),
      isPublicAuthority: (fingerprint) => net.isPublicAuthority(fingerprint),
      fetch: (target, fetchLimits, signal) => net.fetch(target, fetchLimits, tapped(signal)),
      ping: (target, listener, signal) => net.ping(target, listener, tapped(signal)),
      trace: (target, listener, signal) => net.trace(target, recordedTrace(recorder, listener), tapped(signal)),
    },
    finish() {
      for (const { release } of links.values()) release();
      return recorder.finish();
    },
  };
}
