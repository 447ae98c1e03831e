import type { ComponentType } from 'react';

/** The demos of all components by path, such as `../../ui/forms/search-form.demo.tsx`. */
export const demos = import.meta.glob<{ readonly Demo: ComponentType }>('../../**/*.demo.tsx', { eager: true });
