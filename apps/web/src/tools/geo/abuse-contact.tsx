import { useContext, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { linked } from '../../ui/text/linked-text.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { FrozenContext } from '../checked/frozen-context.ts';
import { lookupLink } from '../screens/lookup-link.ts';
import { ToolsContext } from '../screens/screens-context.ts';

/** Where to report abuse from an address: registries are asked only at a press, since a location needs no registry. */
export function AbuseContact({ address }: { readonly address: string }) {
  const whois = useContext(ToolsContext).find(({ id, status }) => id === 'whois' && status === 'live');
  const isFrozen = useContext(FrozenContext) !== null;
  const [, navigate] = useLocation();
  const [said, setSaid] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const href = whois === undefined ? null : lookupLink(whois, address);
  if (href === null || isFrozen) return null;

  async function find(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setSaid('Asking the registry…');
    const loaded = await import('./find-abuse-contact.ts').catch(() => null);
    const found = await loaded?.abuseContactOf(address, controller.signal);
    if (!controller.signal.aborted) setSaid(found ?? 'It could not be loaded. Look at the registration.');
  }
  // One button, which keeps the focus.
  const press = () => (said === null ? void find() : navigate(href));
  return (
    <p className="jump">
      <button className="btn" type="button" onClick={press}>
        {said === null ? 'Find the abuse contact' : 'Registration'}
      </button>
      <small role="status">{said !== null && linked(visibleText(said))}</small>
    </p>
  );
}
