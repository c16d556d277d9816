"""How traffic is checked against a description, on a small one made for it."""

import json
from pathlib import Path
from typing import Any

import pytest

from sandbox.contract import Contract

SMALL = {
    "paths": {
        "/pegs/{peg_id}": {
            "parameters": [
                {"name": "peg_id", "in": "path", "schema": {"$ref": "#/components/schemas/Id"}}
            ],
            "get": {
                "parameters": [
                    {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 5}},
                    {"name": "all", "in": "query", "schema": {"type": "boolean"}},
                    {
                        "name": "names",
                        "in": "query",
                        "required": True,
                        "schema": {"type": "array", "items": {"type": "string", "maxLength": 3}},
                    },
                ],
                "responses": {
                    "200": {
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Peg"}}
                        }
                    },
                    "204": {"description": "nothing"},
                    "4XX": {"$ref": "#/components/responses/Refused"},
                },
            },
        },
        "/pegs/@me": {"delete": {"responses": {"204": {}}}},
        "/pegs": {
            "post": {
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Peg"}}
                    },
                },
                "responses": {},
            }
        },
    },
    "components": {
        "responses": {
            "Refused": {
                "content": {
                    "application/json": {
                        "schema": {
                            "allOf": [
                                {"type": "object", "required": ["code"]},
                                {"type": "object", "properties": {"code": {"type": "integer"}}},
                            ]
                        }
                    }
                }
            }
        },
        "schemas": {
            "Id": {"type": "string", "pattern": "^[0-9]+$", "format": "snowflake"},
            "Round": {
                "type": "object",
                "properties": {
                    "type": {"type": "integer", "enum": [1]},
                    "size": {"type": "integer", "minimum": 2, "maximum": 4, "format": "int32"},
                },
                "required": ["type", "size"],
            },
            "Box": {
                "type": "object",
                "properties": {
                    "type": {"type": "integer", "const": 2},
                    "inside": {
                        "type": "array",
                        "minItems": 1,
                        "maxItems": 2,
                        "items": {"$ref": "#/components/schemas/Shape"},
                    },
                },
                "required": ["type"],
            },
            "Shape": {
                "oneOf": [
                    {"$ref": "#/components/schemas/Round"},
                    {"$ref": "#/components/schemas/Box"},
                ]
            },
            "Peg": {
                "type": "object",
                "properties": {
                    "name": {"type": ["string", "null"], "minLength": 2, "maxLength": 4},
                    "shape": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Shape"}]},
                    "colour": {"type": "string", "oneOf": [{"const": "red"}, {"const": "blue"}]},
                    "made": {"type": "string", "format": "date-time"},
                    "home": {"type": "string", "format": "uri"},
                    "keys": {"type": "array", "uniqueItems": True, "items": {"type": "string"}},
                    "words": {
                        "type": "object",
                        "maxProperties": 1,
                        "additionalProperties": {"type": "string"},
                    },
                    "weight": {"anyOf": [{"type": "number"}, {"type": "boolean"}]},
                    "owner": {"$ref": "#/components/schemas/Id"},
                    "part": {
                        "anyOf": [
                            {
                                "type": "object",
                                "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
                                "required": ["a", "b"],
                            },
                            {"type": "object", "properties": {"a": {"type": "integer"}}},
                        ]
                    },
                },
                "required": ["name"],
            },
        },
    },
}


@pytest.fixture
def small(tmp_path: Path) -> Contract:
    path = tmp_path / "small.json"
    path.write_text(json.dumps(SMALL))
    return Contract.load(path)


def test_a_description_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "small.json"
    path.write_text(json.dumps(SMALL))
    assert Contract.load(path) is Contract.load(tmp_path / "." / "small.json")


@pytest.mark.parametrize(
    "body",
    [
        {"name": None},
        {"name": "peg", "shape": None, "colour": "red", "keys": ["a", "b"], "words": {"x": "y"}},
        {"name": "peg", "shape": {"type": 1, "size": 2}, "weight": 1.5, "owner": "18"},
        {"name": "peg", "shape": {"type": 2, "inside": [{"type": 1, "size": 4}, {"type": 2}]}},
        {"name": "peg", "weight": True, "part": {"a": 1}},
        {"name": "peg", "made": "2026-01-02T03:04:05.678000+00:00", "home": "attachment://a.png"},
    ],
)
def test_a_body_that_fits_passes(body: object, small: Contract) -> None:
    assert small.check_request("POST", "/pegs", body) == []


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ({"name": 1}, "/name is of type integer, not string or null"),
        ({"name": True}, "/name is of type boolean, not string or null"),
        ({"name": "p"}, "/name falls short of 2 characters"),
        ({"name": "pegs!"}, "/name exceeds 4 characters"),
        ({"nmae": "peg"}, "/nmae is not a known field"),
        ({"a/b~c": 1}, "/a~1b~0c is not a known field"),
        ({"colour": "green"}, "/colour is none of the known values"),
        ({"made": "yesterday"}, "/made is no ISO 8601 date and time"),
        ({"made": "2026-01-02"}, "/made is no ISO 8601 date and time"),
        ({"home": "a.png"}, "/home is no absolute address"),
        ({"home": "//[a"}, "/home is no absolute address"),
        ({"keys": ["a", "a"]}, "/keys has an item twice"),
        ({"words": {"x": 1}}, "/words/x is of type integer, not string"),
        ({"words": {"x": "", "y": ""}}, "/words exceeds 1 fields"),
        ({"weight": "heavy"}, "/weight is of type string, not number or boolean"),
        ({"owner": "x"}, "/owner does not match ^[0-9]+$"),
        ({"owner": str(2**64)}, "/owner does not fit into 64 bits"),
        ({"shape": 5}, "/shape is of type integer, not object"),
        ({"shape": {"type": 3}}, "/shape/type is none of the known kinds"),
        ({"shape": {"size": 3}}, "/shape/type is missing"),
        ({"shape": {"type": 1}}, "/shape/size is missing"),
        ({"shape": {"type": 1, "size": 5}}, "/shape/size exceeds 4"),
        ({"shape": {"type": 2, "size": 3}}, "/shape/size is not a known field"),
        ({"shape": {"type": 2, "inside": []}}, "/shape/inside falls short of 1 items"),
        (
            {"shape": {"type": 2, "inside": [{"type": 2}, {"type": 1, "size": 1}]}},
            "/shape/inside/1/size falls short of 2",
        ),
        ({"part": {"a": 1, "b": "x"}}, "/part/a is of type integer, not string"),
    ],
)
def test_a_fault_is_named_by_its_pointer_alone(
    change: dict[str, Any], finding: str, small: Contract
) -> None:
    body = {"name": "peg", **change}
    assert small.check_request("POST", "/pegs", body) == [f"POST /pegs: {finding}."]


def test_an_integer_beyond_its_format_is_found(tmp_path: Path) -> None:
    schema = {"type": "integer", "format": "int32"}
    operation = {"requestBody": {"content": {"application/json": {"schema": schema}}}}
    contract = Contract({"paths": {"/a": {"post": operation}}})
    assert contract.check_request("POST", "/a", 2**31 - 1) == []
    assert contract.check_request("POST", "/a", 2**31) == [
        "POST /a: the body does not fit into 32 bits."
    ]


def test_a_value_never_stands_in_a_finding(small: Contract) -> None:
    canary = "RBRG-canary"
    body = dict.fromkeys(("name", "colour", "made", "shape", "owner"), canary)
    found = small.check_request("POST", "/pegs", body)
    assert len(found) == 5
    assert not any(canary in finding for finding in found)


def test_a_missing_or_needless_body_is_found(small: Contract) -> None:
    assert small.check_request("POST", "/pegs", None) == [
        "POST /pegs: the body is of type null, not object."
    ]
    assert small.check_request("GET", "/pegs/1?names=a", {}) == [
        "GET /pegs/{peg_id}: the body has no place here."
    ]


@pytest.mark.parametrize(
    ("method", "path", "findings"),
    [
        ("GET", "/pegs/1?names=a&names=b&limit=5&all=1", []),
        ("GET", "/pegs/1", ["GET /pegs/{peg_id}: query/names is missing."]),
        ("GET", "/pegs/1?names=abcd", ["GET /pegs/{peg_id}: query/names/0 exceeds 3 characters."]),
        ("GET", "/pegs/1?names=a&limit=6", ["GET /pegs/{peg_id}: query/limit exceeds 5."]),
        (
            "GET",
            "/pegs/1?names=a&all=yes",
            ["GET /pegs/{peg_id}: query/all is of type string, not boolean."],
        ),
        (
            "GET",
            "/pegs/1?names=a&sky=",
            ["GET /pegs/{peg_id}: query/sky is not a known parameter."],
        ),
        ("GET", "/pegs/x?names=a", ["GET /pegs/{peg_id}: path/peg_id does not match ^[0-9]+$."]),
        ("DELETE", "/pegs/@me", []),
        ("DELETE", "/pegs/1", ["DELETE /pegs/{peg_id}: the method is not known."]),
        ("GET", "/holes/1/2", ["GET: no known path has this shape of 3 parts."]),
    ],
)
def test_the_address_of_a_request_is_checked(
    method: str, path: str, findings: list[str], small: Contract
) -> None:
    assert small.check_request(method, path, None) == findings


@pytest.mark.parametrize(
    ("status", "body", "findings"),
    [
        (200, {"name": "peg", "more": 1}, []),
        (200, {}, ["200 to GET /pegs/{peg_id}: /name is missing."]),
        (200, None, ["200 to GET /pegs/{peg_id}: the body is of type null, not object."]),
        (204, None, []),
        (204, {}, ["204 to GET /pegs/{peg_id}: the body has no place here."]),
        (404, {"code": 10008, "message": "more"}, []),
        (404, {"code": "x"}, ["404 to GET /pegs/{peg_id}: /code is of type string, not integer."]),
        (404, {}, ["404 to GET /pegs/{peg_id}: /code is missing."]),
        (302, None, ["GET /pegs/{peg_id}: an answer 302 is not known."]),
        (503, {"anything": 1}, []),
    ],
)
def test_an_answer_is_checked_for_what_it_owes(
    status: int, body: object, findings: list[str], small: Contract
) -> None:
    assert small.check_response("GET", "/pegs/1", status, body) == findings


def test_an_answer_to_an_unknown_request_is_found(small: Contract) -> None:
    assert small.check_response("PUT", "/pegs", 200, None) == [
        "PUT /pegs: the method is not known."
    ]
