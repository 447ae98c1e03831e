/* What the short set leaves out. */
import './kept-page.test.tsx';
