// Checks a log that this project wrote with Go's own packages for such logs, and makes notes and proofs for this project to
// check. Its argument is the folder of the log, in which interop.json says what to check; its output is JSON.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type inclusion struct {
	Index  int64
	Leaf   []byte
	Hashes [][]byte
}

type consistency struct {
	Old     int64
	OldRoot []byte
	Hashes  [][]byte
}

type task struct {
	Vkey        string
	WitnessVkey string
	Time        uint64
	Size        int64
	Inclusions  []inclusion
	Consistency []consistency
	LogProof    string
	LogProofOf  []byte
}

type made struct {
	Passed      []string
	Note        string
	NoteVkey    string
	Root        []byte
	Inclusions  []inclusion
	Consistency []consistency
	Leaves      [][]byte
}

var passed []string

func must(what string, err error) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", what, err)
		os.Exit(1)
	}
	passed = append(passed, what)
}

func main() {
	folder := os.Args[1]
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return data
	}
	var t task
	if err := json.Unmarshal(read("interop.json"), &t); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}

	logKey, err := note.NewVerifier(t.Vkey)
	must("go reads the key of the log", err)
	opened, err := note.Open(read("checkpoint"), note.VerifierList(logKey))
	must("go opens the checkpoint", err)
	witnessKey, err := newCosigner(t.WitnessVkey, t.Time)
	must("go reads the key of the witness", err)
	both, err := note.Open(read("checkpoint.witnessed"), note.VerifierList(logKey, witnessKey))
	if err == nil && (len(both.Sigs) != 2 || both.Text != opened.Text) {
		err = fmt.Errorf("%d signatures", len(both.Sigs))
	}
	must("go opens the witnessed checkpoint with both keys", err)

	tree := parseCheckpoint(opened.Text)
	if tree.N != t.Size {
		err = fmt.Errorf("size %d", tree.N)
	}
	must("go reads the size", err)
	hashes := tlog.TileHashReader(tree, &tileReader{read})
	leaves := checkBundles(read, tree, hashes)
	must(fmt.Sprintf("go finds each of the %d entries in the tiles, and the tiles under the root", len(leaves)), nil)

	for _, one := range t.Inclusions {
		err := tlog.CheckRecord(hashList(one.Hashes), tree.N, tree.Hash, one.Index, tlog.RecordHash(one.Leaf))
		if err == nil {
			var own tlog.RecordProof
			own, err = tlog.ProveRecord(tree.N, one.Index, hashes)
			if err == nil && !same(own, one.Hashes) {
				err = fmt.Errorf("go makes another proof")
			}
		}
		must(fmt.Sprintf("go checks and makes the inclusion of leaf %d", one.Index), err)
	}
	for _, one := range t.Consistency {
		err := tlog.CheckTree(hashList(one.Hashes), tree.N, tree.Hash, one.Old, hashOf(one.OldRoot))
		if err == nil {
			var own tlog.TreeProof
			own, err = tlog.ProveTree(tree.N, one.Old, hashes)
			if err == nil && !same(own, one.Hashes) {
				err = fmt.Errorf("go makes another proof")
			}
		}
		must(fmt.Sprintf("go checks and makes the consistency with size %d", one.Old), err)
	}
	must("go checks a tlog-proof", checkLogProof(t.LogProof, t.LogProofOf, logKey))

	answer := makeOwn()
	answer.Passed = passed
	json.NewEncoder(os.Stdout).Encode(answer)
}

func parseCheckpoint(text string) tlog.Tree {
	lines := strings.Split(text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err == nil {
		var root tlog.Hash
		root, err = tlog.ParseHash(lines[2])
		if err == nil {
			return tlog.Tree{N: size, Hash: root}
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
	panic("")
}

// A tileReader reads tiles of height 8 under the paths of tlog-tiles, which leave the height out.
type tileReader struct{ read func(string) []byte }

func (r *tileReader) Height() int { return 8 }

func (r *tileReader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range tiles {
		data = append(data, r.read(strings.Replace(tile.Path(), "tile/8/", "tile/", 1)))
	}
	return data, nil
}

func (r *tileReader) SaveTiles([]tlog.Tile, [][]byte) {}

func checkBundles(read func(string) []byte, tree tlog.Tree, hashes tlog.HashReader) [][]byte {
	var leaves [][]byte
	var indexes []int64
	for index := int64(0); index*256 < tree.N; index++ {
		width := tree.N - index*256
		if width > 256 {
			width = 256
		}
		path := tlog.Tile{H: 8, L: -1, N: index, W: int(width)}.Path()
		data := read(strings.Replace(path, "tile/8/data/", "tile/entries/", 1))
		for len(data) > 0 {
			length := binary.BigEndian.Uint16(data)
			leaves = append(leaves, data[2:2+length])
			indexes = append(indexes, tlog.StoredHashIndex(0, int64(len(leaves)-1)))
			data = data[2+length:]
		}
	}
	stored, err := hashes.ReadHashes(indexes)
	if err == nil && int64(len(leaves)) != tree.N {
		err = fmt.Errorf("%d entries", len(leaves))
	}
	for i := 0; err == nil && i < len(leaves); i++ {
		if stored[i] != tlog.RecordHash(leaves[i]) {
			err = fmt.Errorf("entry %d is not the leaf", i)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return leaves
}

func checkLogProof(text string, leaf []byte, logKey note.Verifier) error {
	parts := strings.SplitN(text, "\n\n", 2)
	lines := strings.Split(parts[0], "\n")
	if lines[0] != "c2sp.org/tlog-proof@v1" {
		return fmt.Errorf("header %q", lines[0])
	}
	lines = lines[1:]
	if strings.HasPrefix(lines[0], "extra ") {
		lines = lines[1:]
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[0], "index "), 10, 64)
	if err != nil {
		return err
	}
	var proof tlog.RecordProof
	for _, line := range lines[1:] {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return err
		}
		proof = append(proof, hash)
	}
	opened, err := note.Open([]byte(parts[1]), note.VerifierList(logKey))
	if err != nil {
		return err
	}
	tree := parseCheckpoint(opened.Text)
	return tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(leaf))
}

// makeOwn signs a checkpoint of a small tree and proves leaves of it, with Go alone.
func makeOwn() made {
	var answer made
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		var found []tlog.Hash
		for _, index := range indexes {
			found = append(found, stored[index])
		}
		return found, nil
	})
	const size = 1000
	roots := map[int64]tlog.Hash{}
	for i := int64(0); i < size; i++ {
		leaf := []byte(fmt.Sprintf("leaf %d of Go", i))
		answer.Leaves = append(answer.Leaves, leaf)
		more, err := tlog.StoredHashes(i, leaf, reader)
		stop(err)
		stored = append(stored, more...)
		roots[i+1], err = tlog.TreeHash(i+1, reader)
		stop(err)
	}
	for _, index := range []int64{0, 1, 255, 256, 511, 998, 999} {
		proof, err := tlog.ProveRecord(size, index, reader)
		stop(err)
		answer.Inclusions = append(answer.Inclusions, inclusion{index, answer.Leaves[index], byteList(proof)})
	}
	for _, old := range []int64{1, 2, 3, 256, 500, 999, 1000} {
		proof, err := tlog.ProveTree(size, old, reader)
		stop(err)
		root := roots[old]
		answer.Consistency = append(answer.Consistency, consistency{old, root[:], byteList(proof)})
	}
	skey, vkey, err := note.GenerateKey(rand.Reader, "go.example/log")
	stop(err)
	signer, err := note.NewSigner(skey)
	stop(err)
	root := roots[size]
	text := fmt.Sprintf("go.example/log\n%d\n%s\n", size, root)
	signed, err := note.Sign(&note.Note{Text: text}, signer)
	stop(err)
	answer.Note, answer.NoteVkey, answer.Root = string(signed), vkey, root[:]
	return answer
}

// A cosigner verifies cosignature/v1 (C2SP tlog-cosignature).
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
	time uint64
}

func newCosigner(vkey string, time uint64) (*cosigner, error) {
	parts := strings.SplitN(vkey, "+", 3)
	data, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(data) != 33 || data[0] != 4 {
		return nil, fmt.Errorf("the key is not of a witness")
	}
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), data...))
	hash := binary.BigEndian.Uint32(sum[:])
	if fmt.Sprintf("%08x", hash) != parts[1] {
		return nil, fmt.Errorf("the key has the id %08x", hash)
	}
	return &cosigner{parts[0], hash, data[1:], time}, nil
}

func (c *cosigner) Name() string    { return c.name }
func (c *cosigner) KeyHash() uint32 { return c.hash }
func (c *cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 8+64 || binary.BigEndian.Uint64(sig) != c.time {
		return false
	}
	head := fmt.Sprintf("cosignature/v1\ntime %d\n", c.time)
	return ed25519.Verify(c.key, append([]byte(head), msg...), sig[8:])
}

func stop(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func hashOf(data []byte) (hash tlog.Hash) {
	copy(hash[:], data)
	return hash
}

func hashList(data [][]byte) (hashes []tlog.Hash) {
	for _, one := range data {
		hashes = append(hashes, hashOf(one))
	}
	return hashes
}

func byteList(hashes []tlog.Hash) (data [][]byte) {
	for _, one := range hashes {
		data = append(data, append([]byte(nil), one[:]...))
	}
	return data
}

func same(hashes []tlog.Hash, data [][]byte) bool {
	if len(hashes) != len(data) {
		return false
	}
	for i := range hashes {
		if !bytes.Equal(hashes[i][:], data[i]) {
			return false
		}
	}
	return true
}
