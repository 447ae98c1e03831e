import { receivedMailPicture, sentMailPicture } from '@sonde/contract/tools/mail/pictures/way';
import { Picture } from '../../ui/charts/picture.tsx';
import { SkeletonPanel } from '../../ui/feedback/skeleton-panel.tsx';
import { Route } from '../../ui/icons/lucide/route.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import type { MailKnown } from './query.ts';

/** The way of mail to and from the domain, with the checks that it passes; while these are awaited, room for it. */
export function WayPanels({ known, isAwaited }: { readonly known: MailKnown; readonly isAwaited: boolean }) {
  const pictures = [receivedMailPicture(known), sentMailPicture(known)].filter((one) => one !== null);
  if (pictures.length === 0) return isAwaited ? <SkeletonPanel rows={6} /> : null;
  return (
    <Panel title="Way of mail" icon={Route}>
      {pictures.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two pictures in a fixed order
        <Picture key={index} of={one} />
      ))}
    </Panel>
  );
}
