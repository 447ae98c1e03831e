import { HINT_KEY } from '../auth/session-hint.ts';
import { CONSENT_KEY } from './consent.ts';
import { THEME_KEY } from './theme.ts';

declare global {
  interface Window {
    /** The button pressed before React took the page over; false once it has. */
    earlyPress?: HTMLElement | false;
    /** While the palette is asked for and not there yet: what is typed for it. */
    paletteText?: string | undefined;
    /** The token of a reset mail, which stood in the address. */
    resetToken?: string;
  }
}

/**
 * Runs in the head, before the first paint and long before React: chosen theme and cookie consent become attributes,
 * so that neither flashes, and what is pressed before hydration is kept for `replayEarlyPress`. What is typed after
 * Ctrl K belongs to the palette, however long that takes to come. A form of the account waits for its script too; where
 * somebody has signed in, what depends on that is hidden until it is known (`.await-session`). The token of a reset mail
 * leaves the address before anything is fetched that could carry it as a referrer: fonts do, whatever the policy says.
 */
export const themeScript = `((w,d)=>{let r=d.documentElement,keep=b=>{if(b&&w.earlyPress!==false){w.earlyPress=b;w.paletteText=b.matches('.kbar')?'':void 0}};
try{let t=localStorage.getItem('${THEME_KEY}');if(t=='light'||t=='dark'){r.dataset.theme=t;for(let m of d.querySelectorAll('meta[data-scheme]'))m.setAttribute('media',m.dataset.scheme==t?'all':'not all')}if(localStorage.getItem('${CONSENT_KEY}')=='true')r.dataset.consent='';if(localStorage.getItem('${HINT_KEY}'))r.dataset.session=''}catch{}
if(location.pathname=='/login'&&(w.resetToken=new URLSearchParams(location.search).get('reset')||'')){r.dataset.session='';history.replaceState(null,'','/login')}
addEventListener('click',e=>keep(e.target.closest('button[type=button]')));
addEventListener('submit',e=>{if(w.earlyPress!==false&&e.target.method=='post'){e.preventDefault();keep(e.submitter)}});
addEventListener('keydown',e=>{let k=e.key,t=w.paletteText;
if(e.ctrlKey||e.metaKey){if(k=='k'&&w.earlyPress!==false){e.preventDefault();keep(d.querySelector('.kbar'))}}
else if(t!=null&&!e.altKey&&/^(.|Enter|Backspace)$/u.test(k)){e.preventDefault();w.paletteText=k=='Enter'?t:k=='Backspace'?t.slice(0,-1):t+k}
else if(k==' '&&w.earlyPress!==false&&e.target.closest('.nav a')){e.preventDefault();e.target.click()}})})(window,document)`;

/** Presses again, now that somebody listens. */
export function replayEarlyPress(): void {
  const pressed = window.earlyPress;
  window.earlyPress = false;
  if (pressed instanceof HTMLElement && pressed.isConnected) pressed.click();
}
