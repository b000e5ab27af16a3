// Package tplbench times Go's own text/template on the templates that bench.ts uses.
package tplbench

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
	"text/template"
)

type samples struct {
	Templates map[string]map[string]string `json:"tpl"`
	Data      map[string]string            `json:"data"`
}

var sizes = []string{"small", "medium", "large"}

func read(b *testing.B) (s samples) {
	text, err := os.ReadFile("templates.json")
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func BenchmarkParse(b *testing.B) {
	s := read(b)
	for _, size := range sizes {
		b.Run(size, func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				if _, err := template.New("x").Parse(s.Templates[size]["go"]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkExecute(b *testing.B) {
	s := read(b)
	for _, size := range sizes {
		parsed := template.Must(template.New("x").Parse(s.Templates[size]["go"]))
		b.Run(size, func(b *testing.B) {
			var out bytes.Buffer
			for i := 0; i < b.N; i++ {
				out.Reset()
				if err := parsed.Execute(&out, s.Data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
