//! What the pictures of all boards share: a page, a grid, texts, pieces.

use std::fmt::Write;

/// The side of a square.
pub const CELL: f64 = 40.0;
/// The room around a board.
pub const MARGIN: f64 = 28.0;

/// A picture that is being made.
pub struct Canvas {
    body: String,
}

/// Text that stands for itself in XML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

impl Canvas {
    /// An empty picture.
    pub fn new() -> Self {
        Self { body: String::new() }
    }

    /// A text with its middle at `x`, its base line at `y`.
    pub fn text(&mut self, x: f64, y: f64, size: f64, class: &str, text: &str) {
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.0}\">{}</text>",
            escape(text)
        );
    }

    /// A board of `columns` and `rows` with its upper left corner at `x`, `y`.
    pub fn grid(&mut self, x: f64, y: f64, columns: u32, rows: u32, class: &str) {
        let (width, height) = (f64::from(columns) * CELL, f64::from(rows) * CELL);
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
        );
        for column in 1..columns {
            let x = x + f64::from(column) * CELL;
            let _ = writeln!(
                self.body,
                "<line class=\"l\" x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{x:.1}\" y2=\"{:.1}\"/>",
                y + height
            );
        }
        for row in 1..rows {
            let y = y + f64::from(row) * CELL;
            let _ = writeln!(
                self.body,
                "<line class=\"l\" x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\"/>",
                x + width
            );
        }
    }

    /// A square in another colour.
    pub fn mark(&mut self, x: f64, y: f64) {
        let _ = writeln!(
            self.body,
            "<rect class=\"s\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{CELL:.1}\" height=\"{CELL:.1}\"/>"
        );
    }

    /// A piece of the shogi family in the square at `x`, `y`; it points up, or down.
    pub fn piece(&mut self, x: f64, y: f64, name: &str, up: bool, promoted: bool) {
        let (x, y) = (x + CELL / 2.0, y + CELL / 2.0);
        let turn = if up { "" } else { " rotate(180)" };
        let class = if promoted { "r" } else { "b" };
        let _ = writeln!(
            self.body,
            "<g transform=\"translate({x:.1} {y:.1}){turn}\">\
             <path class=\"p\" d=\"M0 -17 L11 -12 L15 16 L-15 16 L-11 -12 Z\"/>\
             <text class=\"{class}\" x=\"0\" y=\"9\" font-size=\"20\">{}</text></g>",
            escape(name)
        );
    }

    /// A disc in the square at `x`, `y`.
    pub fn disc(&mut self, x: f64, y: f64, black: bool) {
        let _ = writeln!(
            self.body,
            "<circle class=\"{}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.1}\"/>",
            if black { "k" } else { "w" },
            x + CELL / 2.0,
            y + CELL / 2.0,
            CELL * 0.4
        );
    }

    /// An arrow from the middle of one square to that of another.
    pub fn arrow(&mut self, from: (f64, f64), to: (f64, f64)) {
        let half = CELL / 2.0;
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        // The head ends inside the square.
        let (ex, ey) = (to.0 + half - dx / length * 9.0, to.1 + half - dy / length * 9.0);
        let _ = writeln!(
            self.body,
            "<line class=\"a\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{ex:.1}\" y2=\"{ey:.1}\" marker-end=\"url(#h)\"/>",
            from.0 + half,
            from.1 + half
        );
    }

    /// Moves in rows below `y`; returns where they end.
    pub fn line(&mut self, x: f64, y: f64, width: f64, moves: &[String]) -> f64 {
        let most = moves.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        let step = (most as f64 * 11.0 + 34.0).max(70.0);
        let in_a_row = ((width / step) as usize).max(1);
        let mut at = y;
        for (row, moves) in moves.chunks(in_a_row).enumerate() {
            at = y + (row as f64 + 1.0) * 20.0;
            for (column, text) in moves.iter().enumerate() {
                let number = row * in_a_row + column + 1;
                self.text(x + column as f64 * step, at, 13.0, "t", &format!("{number} {text}"));
            }
        }
        at
    }

    /// The picture as a file's text.
    pub fn finish(self, width: f64, height: f64, title: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"'Noto Sans CJK JP','Noto \
             Sans JP','IPAGothic','Hiragino Sans','Yu Gothic',sans-serif\">\n\
             <title>{}</title>\n\
             <style>\n\
             text{{text-anchor:middle;fill:#111}} .t{{text-anchor:start}} .c{{fill:#555}}\n\
             .g{{fill:#f4e3b8;stroke:#222;stroke-width:1.6}} .o{{fill:#2f7d4f;stroke:#111;stroke-width:1.6}}\n\
             .l{{stroke:#222;stroke-width:.6}} .s{{fill:#ffb347;opacity:.55}}\n\
             .p{{fill:#fdf2d4;stroke:#4a3513;stroke-width:1}} .r{{fill:#b3170f}} .b{{fill:#111}}\n\
             .k{{fill:#111;stroke:#000}} .w{{fill:#fff;stroke:#000}}\n\
             .a{{stroke:#0a58ca;stroke-width:3;opacity:.8}}\n\
             </style>\n\
             <defs><marker id=\"h\" markerWidth=\"5\" markerHeight=\"5\" refX=\"2\" refY=\"2.5\" \
             orient=\"auto\"><path d=\"M0 0 L5 2.5 L0 5 Z\" fill=\"#0a58ca\"/></marker></defs>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{}</svg>\n",
            escape(title),
            self.body
        )
    }
}
