import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { siteScreens } from '../tools/site-screens.ts';

/** Opens the content of a file that is dropped anywhere on the page, except on a field that takes it. */
export function useDroppedFiles(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    function onDragOver(event: DragEvent) {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    }
    function onDrop(event: DragEvent) {
      const file = event.dataTransfer?.files[0];
      if (file === undefined || event.defaultPrevented) return;
      event.preventDefault();
      import('../tools/paste/take-file.ts').then(
        ({ takeFile }) => takeFile(file, siteScreens, navigate),
        () => undefined,
      );
    }
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('drop', onDrop);
    };
  }, [navigate]);
}
