// From Lucide (ISC), by `npm run icons`.
import { createIcon } from '../svg-icon.ts';

export const Milestone = /* @__PURE__ */ createIcon([
  ['path', { d: 'M12 13v8' }],
  ['path', { d: 'M12 3v3' }],
  [
    'path',
    {
      d: 'M18.172 6a2 2 0 0 1 1.414.586l2.06 2.06a1.207 1.207 0 0 1 0 1.708l-2.06 2.06a2 2 0 0 1-1.414.586H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1z',
    },
  ],
]);
