import { createContext, type ReactNode } from 'react';

/** What other places see, shown below the verdict; null if none is asked. */
export const ElsewhereContext = createContext<ReactNode>(null);
