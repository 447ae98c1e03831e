import { createContext, type ReactNode } from 'react';

/**
 * The line above an answer that says when it was measured; null if there is none. False for a kept answer, whose page
 * says it, and shows no ads.
 */
export const CheckedContext = createContext<ReactNode>(null);

/** Sets that line: the lookup's chunk provides it, the page has the place for it. */
export const ShowCheckedContext = createContext<(line: ReactNode) => void>(() => {});
