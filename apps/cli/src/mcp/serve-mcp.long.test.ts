/* What the short set leaves out. */
import './serve-mcp.test.ts';
