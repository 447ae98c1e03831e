import { useEffect, useState, useSyncExternalStore } from 'react';
import { Check } from '../icons/lucide/check.ts';
import { CircleAlert } from '../icons/lucide/circle-alert.ts';
import { type Announcement, announcements } from './announce.ts';

const TOAST_MS = 4000;

/** The page's polite live region and its toast. */
export function Announcer() {
  const said = useSyncExternalStore(announcements.subscribe, announcements.read, announcements.readOnServer);
  return (
    <>
      <div className="sr" role="status" aria-live="polite">
        {/* A new element each time, so that the same words are read out again. */}
        <span key={said.sequence}>{said.text}</span>
      </div>
      {said.asToast && <Toast key={said.sequence} said={said} />}
    </>
  );
}

/**
 * Disappears after four seconds, or later while the pointer is on it. Hidden from screen readers, because the live
 * region has announced it.
 */
function Toast({ said }: { said: Announcement }) {
  const [shown, setShown] = useState(true);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => setShown(false), TOAST_MS);
    return () => clearTimeout(timer);
  }, [held]);
  if (!shown) return null;
  const Icon = said.isProblem ? CircleAlert : Check;
  return (
    <div className="toast" aria-hidden onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <Icon className="i" />
      {said.text}
    </div>
  );
}
