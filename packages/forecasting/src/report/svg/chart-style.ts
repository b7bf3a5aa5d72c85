/** Colours of every chart, once for light pages and once for dark ones. Contrast of text to background is at least 4.5. */
export const CHART_STYLE = `
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-size:12px}
.title{font-size:15px;font-weight:600}.small{font-size:12px}.end{text-anchor:end}.middle{text-anchor:middle}
.background{fill:#fff}.title{fill:#1f2328}.label{fill:#59636e}
.grid{stroke:#e4e8ec}.axis{stroke:#818b98}.dashed{stroke-dasharray:5 4}
.model{fill:#0f766e}.model-line{fill:none;stroke:#0f766e;stroke-width:1.8}
.model-stem{stroke:#0f766e;stroke-width:2}.fault{fill:#bc4c00}.fault-stem{stroke:#bc4c00;stroke-width:2}
.band{fill:#0f766e;fill-opacity:.18}.rival{stroke:#8250df;stroke-width:2.5}
.actual-line{fill:none;stroke:#1f2328;stroke-width:1.3}
@media screen and (prefers-color-scheme:dark){
.background{fill:#0d1117}.title{fill:#f0f6fc}.label{fill:#a3acb8}
.grid{stroke:#262c36}.axis{stroke:#6e7681}
.model{fill:#2dd4bf}.model-line,.model-stem{stroke:#2dd4bf}.fault{fill:#f0883e}.fault-stem{stroke:#f0883e}
.band{fill:#2dd4bf;fill-opacity:.22}.rival{stroke:#c297ff}.actual-line{stroke:#f0f6fc}
}
`;
