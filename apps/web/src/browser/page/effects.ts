import { options } from 'preact';

// Preact otherwise runs effects with the next frame, which a hidden page does not have: a lookup would start later, and a
// key pressed meanwhile would find the listeners of the previous render.
options.requestAnimationFrame = (run) => setTimeout(run);
