/** The look of the pages that need no sign-in; the colours are the dashboard's. */
export const styles = `
:root { color-scheme: light dark; --bg: #fff; --subtle: #f8f8f7; --line: #e5e4e1; --control: #8a8883; --text: #1a1917;
  --muted: #5f5d58; --accent: #3a4fb8; --on-accent: #fff; --bad: #b3261e; --bad-bg: #fcebea; --test: #b45309; --test-bg: #fff3df; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #121211; --subtle: #191918; --line: #2e2d2b; --control: #75736e; --text: #ededea; --muted: #a6a49e;
    --accent: #93a2f5; --on-accent: #10142b; --bad: #f28b82; --bad-bg: #341a18; --test: #f0b35a; --test-bg: #33240c; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--subtle); color: var(--text); font: 16px/24px 'Geist Variable', system-ui, sans-serif; }
main { max-width: 640px; margin: 0 auto; padding: 32px 24px 48px; background: var(--bg); min-height: 100vh;
  border-inline: 1px solid var(--line); }
.firm { display: grid; gap: 8px; margin-bottom: 32px; font-weight: 600; overflow-wrap: anywhere; }
.logo { height: 48px; width: 200px; max-width: 100%; object-fit: contain; object-position: left; }
@media (prefers-color-scheme: dark) { .logo { background: #fff; padding: 6px 10px; border-radius: 6px; object-position: center; } }
h1 { font-size: 24px; line-height: 32px; font-weight: 600; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 18px; font-weight: 600; margin: 32px 0 8px; }
p { margin: 0 0 16px; text-wrap: pretty; } .pre { white-space: pre-line; overflow-wrap: anywhere; }
.muted, .hint { color: var(--muted); font-size: 14px; line-height: 20px; }
.test { background: var(--test-bg); color: var(--test); padding: 8px 12px; border-radius: 6px; font-size: 14px; }
label { display: block; font-weight: 500; font-size: 14px; margin-bottom: 4px; }
.field { margin-bottom: 16px; } .hint { display: block; font-weight: 400; } .field > .hint { margin-bottom: 8px; }
.pair { display: grid; gap: 0 16px; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); }
input, select, textarea { width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: inherit;
  background: var(--bg); border: 1px solid var(--control); border-radius: 6px; }
input[type=checkbox] { width: 20px; min-height: 20px; height: 20px; margin: 2px 0 0; flex: none; accent-color: var(--accent); }
textarea { min-height: 128px; resize: vertical; }
[aria-invalid=true] { border-color: var(--bad); }
.error { color: var(--bad); font-size: 14px; display: block; margin-top: 4px; }
.alert { background: var(--bad-bg); color: var(--bad); border-radius: 8px; padding: 12px 16px; margin-bottom: 24px; }
.alert a { color: inherit; } .alert ul { margin: 4px 0 0; padding-left: 20px; }
button, .button { display: inline-block; min-height: 44px; padding: 9px 20px; font: inherit; font-weight: 500; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: 6px; text-decoration: none; }
button.plain { color: var(--text); background: var(--bg); border-color: var(--control); }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.away { position: absolute; left: -9999px; height: 0; overflow: hidden; }
.consent { display: flex; gap: 12px; font-weight: 400; font-size: 16px; }
.document { max-height: 60vh; overflow: auto; padding: 16px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--subtle); white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 0 16px; font: inherit; }
.frame { display: none; }
@media (min-width: 1000px) {
  main.wide { max-width: 1240px; }
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) 380px; gap: 0 40px; align-items: start; }
  .columns > :last-child { position: sticky; top: 24px; }
  .columns h2:first-child { margin-top: 0; }
  .columns .document { max-height: 75vh; }
  .frame { display: block; width: 100%; height: 75vh; border: 1px solid var(--line); border-radius: 8px; margin-bottom: 16px; background: var(--subtle); }
}
.signature { margin: 24px 0; padding-bottom: 4px; border-bottom: 1px solid var(--control); font-size: 24px; line-height: 32px; font-style: italic; overflow-wrap: anywhere; }
.signature svg { display: block; width: 240px; max-width: 100%; } .signature path { fill: none; stroke: currentColor; stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
@media print { body, main { background: none; border: 0; } .button, form, details { display: none; } }
.hash { font: 13px/18px ui-monospace, monospace; overflow-wrap: anywhere; }
.pad { display: block; width: 100%; aspect-ratio: 3; border: 1px dashed var(--control); border-radius: 8px; touch-action: none;
  background: var(--bg); cursor: crosshair; margin-bottom: 8px; }
.pad path { fill: none; stroke: currentColor; stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
@media (scripting: none) { [data-drawing] { display: none; } }
details { margin-top: 32px; border-top: 1px solid var(--line); padding-top: 16px; }
summary { cursor: pointer; color: var(--muted); margin-bottom: 16px; min-height: 24px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 16px; font-size: 14px; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
[hidden] { display: none; }
`
