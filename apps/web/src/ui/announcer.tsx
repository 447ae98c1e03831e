import { Check, CircleAlert } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Announcement, announcements } from './announce.ts';

const TOAST_MS = 4000;

/** The page's one polite live region and its one toast. */
export function Announcer() {
  const said = useSyncExternalStore(announcements.subscribe, announcements.read, announcements.readOnServer);
  return (
    <>
      <div className="sr" role="status" aria-live="polite">
        {/* A new element each time, so that the same words are read again. */}
        <span key={said.turn}>{said.text}</span>
      </div>
      {said.asToast && <Toast key={said.turn} said={said} />}
    </>
  );
}

/** Leaves after four seconds, later when the pointer rests on it. The live region has spoken for it. */
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
