import { Share } from 'lucide-react';
import { toast } from './announce.ts';
import { copyText } from './copy-text.ts';

/** Gives the page's address away: by the phone's own sheet, else by copying it. */
export function ShareButton() {
  async function share() {
    if (matchMedia('(pointer: coarse)').matches && 'share' in navigator) {
      // Rejected when the visitor closes the sheet: nothing to say then.
      await navigator.share({ title: document.title, url: location.href }).catch(() => undefined);
      return;
    }
    toast((await copyText(location.href)) ? 'Link copied' : 'The link could not be copied');
  }
  return (
    <button className="btn" type="button" onClick={share}>
      <Share className="i" />
      Share
    </button>
  );
}
