import type { Evidence } from '@sonde/contract/evidence/evidence';
import { type LinkedSignal, linkSignals } from '../../async/signals.ts';
import type { Net } from '../net.ts';
import { recordedTrace } from './recorded-trace.ts';
import { createRecorder } from './recorder.ts';
import { type RecordingLimits, recordingLimits } from './recording-limits.ts';
import { attachTap } from './wire-tap.ts';

/** The network layer of one recorded lookup. */
export interface Recording {
  readonly net: Net;
  /** Ends the recording and returns what was sent and received. */
  finish(): Evidence;
}

/**
 * Wraps the network layer so that everything sent and received through it is recorded, within limits. Lookups that use
 * `net` directly are not recorded and not slowed down.
 */
export function recording(net: Net, limits: RecordingLimits = recordingLimits): Recording {
  const recorder = createRecorder(limits);
  const links = new Map<AbortSignal, LinkedSignal>();
  /** Derives a signal with the tap, since the given one may also be used for work that is not recorded. */
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
      openDatagrams: (target, datagramLimits, signal) => net.openDatagrams(target, datagramLimits, tapped(signal)),
      trustAnchors: () => net.trustAnchors(),
      isPublicAuthority: (fingerprint) => net.isPublicAuthority(fingerprint),
      fetch: (target, fetchLimits, signal) => net.fetch(target, fetchLimits, tapped(signal)),
      post: (message, postLimits, signal) => net.post(message, postLimits, tapped(signal)),
      visit: (url, options, signal) => net.visit(url, options, tapped(signal)),
      ping: (target, listener, signal) => net.ping(target, listener, tapped(signal)),
      trace: (target, listener, signal) => net.trace(target, recordedTrace(recorder, listener), tapped(signal)),
    },
    finish() {
      for (const { release } of links.values()) release();
      return recorder.finish();
    },
  };
}
