// From Lucide (ISC), by `npm run icons`.
import { createIcon } from '../svg-icon.ts';

export const Terminal = /* @__PURE__ */ createIcon([
  ['path', { d: 'M12 19h8' }],
  ['path', { d: 'm4 17 6-6-6-6' }],
]);
