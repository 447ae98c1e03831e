import { CONSENT_KEY } from './consent.ts';
import { THEME_KEY } from './theme.ts';

declare global {
  interface Window {
    /** The button pressed before React took the page over; false once it has. */
    earlyPress?: HTMLElement | false;
  }
}

/**
 * Runs in the head, before the first paint and long before React: chosen theme and cookie consent become attributes,
 * so that neither flashes, and what is pressed before hydration is kept for `replayEarlyPress`.
 */
export const themeScript = `(r=>{try{let t=localStorage.getItem('${THEME_KEY}');if(t=='light'||t=='dark')r.dataset.theme=t;if(localStorage.getItem('${CONSENT_KEY}')=='true')r.dataset.consent=''}catch{}
let keep=b=>{if(b&&window.earlyPress!==false)window.earlyPress=b};
addEventListener('click',e=>keep(e.target.closest('button[type=button]')));
addEventListener('keydown',e=>{if(window.earlyPress===false)return;if(e.key==' '&&e.target.closest('.nav a')){e.preventDefault();e.target.click()}else if((e.ctrlKey||e.metaKey)&&e.key=='k'){e.preventDefault();keep(document.querySelector('.kbar'))}})})(document.documentElement)`;

/** Presses again, now that somebody listens. */
export function replayEarlyPress(): void {
  const pressed = window.earlyPress;
  window.earlyPress = false;
  if (pressed instanceof HTMLElement && pressed.isConnected) pressed.click();
}
