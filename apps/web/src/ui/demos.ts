import type { ComponentType } from 'react';

/** One for each part of the kit: `./chip.demo.tsx` and its like, by path. */
export const demos = import.meta.glob<{ readonly Demo: ComponentType }>('./*.demo.tsx', { eager: true });
