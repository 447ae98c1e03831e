/* What the short set leaves out. */
import './mcp-places.test.ts';
